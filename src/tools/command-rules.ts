/**
 * The read-only commands that run without asking, and every option each may have. What is not listed is
 * refused, so no option that writes, executes, follows links or waits (`--output`, `-c`, `-exec`,
 * `tail -f`) needs a rule of its own.
 */
export interface CommandRule {
  /** Options without a value; one-letter ones may be joined (`-la`). */
  flags: readonly string[];
  /** Options with a value: `--name=value`, `--name value`, `-n 5`, `-n5`. */
  valued: readonly string[];
  /** Long options that may have `=value`. */
  optional: readonly string[];
  /** `-5` as a number of lines. */
  countFlag: boolean;
  /**
   * What words that are no options may be: files of the project, nothing, a pattern and then files,
   * or (git) revisions and files, where `listing` allows them only behind `--list`.
   */
  operands: "paths" | "none" | "pattern-and-paths" | "revisions" | "listing" | "expression";
}

const words = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== "");

function rule(part: Partial<CommandRule>): CommandRule {
  return { flags: [], valued: [], optional: [], countFlag: false, operands: "paths", ...part };
}

const diffFlags = words(`-p -u --patch -s --no-patch -w -b -z -R -W -M --raw --numstat --shortstat --summary
  --patch-with-stat --name-only --name-status --no-color --no-renames --find-renames --minimal --patience
  --histogram --check --full-index --binary --text -a --ignore-all-space --ignore-space-change
  --ignore-blank-lines --ignore-space-at-eol --function-context --no-prefix --cc --pickaxe-all --pickaxe-regex`);
const diffValued = words(
  "-U -S -G --unified --diff-filter --inter-hunk-context --diff-algorithm --stat-width",
);
const diffOptional = words(
  "--stat --compact-summary --dirstat --color --word-diff --abbrev --relative --color-words",
);
const logFlags = words(`--oneline --graph --decorate --no-decorate --all --branches --tags --remotes --merges
  --no-merges --first-parent --reverse --abbrev-commit --no-abbrev-commit --follow --topo-order --date-order
  --author-date-order --left-right --cherry-pick --cherry-mark --no-notes --parents --children --boundary
  -i --regexp-ignore-case -E --extended-regexp -F --fixed-strings --all-match --invert-grep --walk-reflogs -g
  --no-walk --full-history --source --ancestry-path --simplify-by-decoration -m`);
const logValued = words(`-n --max-count --skip --since --after --until --before --author --committer --grep
  --date`);
const logOptional = words("--pretty --format --decorate --no-walk");

/** git's reading commands; the global option `--no-pager` before them is accepted. */
export const gitRules: Readonly<Record<string, CommandRule>> = {
  status: rule({
    flags: words(
      "-s --short -b --branch --long --show-stash --ahead-behind --no-ahead-behind -z --no-renames --renames -u -uno -unormal -uall",
    ),
    optional: words("--porcelain --untracked-files --ignored --column"),
    operands: "revisions",
  }),
  diff: rule({
    flags: [...diffFlags, ...words("--cached --staged --merge-base --exit-code --quiet")],
    valued: diffValued,
    optional: diffOptional,
    operands: "revisions",
  }),
  log: rule({
    flags: [...diffFlags, ...logFlags],
    valued: [...diffValued, ...logValued],
    optional: [...diffOptional, ...logOptional],
    countFlag: true,
    operands: "revisions",
  }),
  show: rule({
    flags: [...diffFlags, ...logFlags],
    valued: [...diffValued, ...logValued],
    optional: [...diffOptional, ...logOptional],
    countFlag: true,
    operands: "revisions",
  }),
  branch: rule({
    flags: words(
      "-a --all -r --remotes -v -vv --verbose --list --show-current -i --ignore-case --no-color --no-abbrev",
    ),
    valued: words("--contains --no-contains --merged --no-merged --points-at --sort --format"),
    optional: words("--color --column --abbrev"),
    operands: "listing",
  }),
  "rev-parse": rule({
    flags: words(`--show-toplevel --show-prefix --show-cdup --git-dir --git-common-dir --absolute-git-dir
      --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --verify -q --quiet
      --symbolic --symbolic-full-name --all --branches --tags --remotes --show-superproject-working-tree`),
    optional: words("--short --abbrev-ref"),
    operands: "revisions",
  }),
};

/** Programs besides git. */
export const programRules: Readonly<Record<string, CommandRule>> = {
  ls: rule({
    flags: words(`-a -A -l -h -1 -R -r -t -S -d -F -p -i -s -n -o -g -G -m -x -X -U -v --all --almost-all
      --human-readable --recursive --reverse --directory --classify --size --inode --full-time
      --group-directories-first --no-group`),
    optional: words("--color --sort --time --time-style --format"),
  }),
  pwd: rule({ flags: words("-L -P"), operands: "none" }),
  cat: rule({
    flags: words(
      "-n -b -s -A -E -T -v -e -t --number --number-nonblank --squeeze-blank --show-all --show-ends --show-tabs",
    ),
  }),
  head: rule({
    flags: words("-q -v --quiet --verbose"),
    valued: words("-n -c --lines --bytes"),
    countFlag: true,
  }),
  tail: rule({
    flags: words("-q -v --quiet --verbose"),
    valued: words("-n -c --lines --bytes"),
    countFlag: true,
  }),
  wc: rule({ flags: words("-l -w -c -m -L --lines --words --bytes --chars --max-line-length") }),
  grep: rule({
    flags:
      words(`-i -v -w -x -c -l -L -n -H -h -o -q -s -r -E -F -G -a -I --ignore-case --invert-match --word-regexp
      --line-regexp --count --files-with-matches --files-without-match --line-number --with-filename --no-filename
      --only-matching --quiet --recursive --extended-regexp --fixed-strings --text`),
    valued: words(
      "-e -m -A -B -C --regexp --max-count --after-context --before-context --context --include --exclude --exclude-dir",
    ),
    optional: words("--color"),
    operands: "pattern-and-paths",
  }),
  find: rule({ operands: "expression" }),
  date: rule({ flags: words("-u --utc -R --rfc-email"), optional: words("--iso-8601 -I"), operands: "none" }),
};

/** Tests of `find` that only look, and whether each takes a value. */
export const findTests: Readonly<Record<string, "flag" | "value">> = {
  "-name": "value",
  "-iname": "value",
  "-path": "value",
  "-ipath": "value",
  "-type": "value",
  "-maxdepth": "value",
  "-mindepth": "value",
  "-size": "value",
  "-mtime": "value",
  "-mmin": "value",
  "-empty": "flag",
  "-not": "flag",
  "-o": "flag",
  "-or": "flag",
  "-a": "flag",
  "-and": "flag",
  "-prune": "flag",
  "-print": "flag",
  "-print0": "flag",
};

/** All that runs, for refusals and the tool's description. */
export const runnableCommands = [
  ...Object.keys(gitRules).map((name) => `git ${name}`),
  ...Object.keys(programRules),
].join(", ");
