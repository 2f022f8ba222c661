import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultLimits } from "../limits/index.ts";
import { loadSettings, parseSettings } from "./settings.ts";

const file = "/home/person/.agent/daybook.json";

describe("parseSettings", () => {
  it("reads every setting there is", () => {
    const given = {
      model: "anthropic/claude-opus-4-5",
      sideModel: "anthropic/claude-haiku-4-5",
      baseUrl: "http://127.0.0.1:8080",
      recall: "auto",
      extract: "off",
      permissions: "ask",
      placement: "user",
      contextWindow: 128_000,
      retentionDays: 0,
      limits: { indexLines: 100, indexWarnShare: 0.5 },
    };
    expect(parseSettings(JSON.stringify(given), file)).toEqual({
      settings: { ...given, limits: { ...defaultLimits, indexLines: 100, indexWarnShare: 0.5 } },
      notices: [],
    });
  });

  it("names unknown keys and goes on with the rest", () => {
    const { settings, notices } = parseSettings('{"modle": "x", "model": "scripted", "__proto__": 1}', file);
    expect(settings.model).toBe("scripted");
    expect(notices).toHaveLength(2);
    expect(notices[0]).toContain('"modle" is not a setting');
    expect(notices[0]).toContain("sideModel");
    expect(notices[1]).toContain('"__proto__"');
  });

  it("ignores and names values of the wrong kind", () => {
    const { settings, notices } = parseSettings(
      '{"model": 7, "placement": "top", "contextWindow": -1, "limits": {"indexLines": "many", "speed": 1, "bodyBytes": 10}}',
      file,
    );
    expect(settings).toEqual({ limits: { ...defaultLimits, bodyBytes: 10 } });
    expect(notices).toHaveLength(4);
    expect(notices[3]).toContain('"indexLines", "speed"');
  });

  it.each([["{"], ["[]"], ["null"], [""]])("falls back to defaults with retention off on %j", (text) => {
    const { settings, notices } = parseSettings(text, file);
    expect(settings).toEqual({
      limits: { ...defaultLimits },
      retentionDays: 0,
      isRetentionUnclear: true,
    });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(file);
  });

  it.each([
    '{"retentionDays": "90 days"}',
    '{"retentionDays": -1}',
    '{"retentionDays": 1e999}',
    '{"limits": {"trashDays": 1e999}}',
    '{"retention_days": 400}',
    '{"limits": {"retentionDays": 0}}',
    '{"limits": {"trashDays": "many"}}',
    '{"limits": []}',
  ])("keeps every session where it is not clear how long: %s", (text) => {
    const { settings, notices } = parseSettings(text, file);
    expect(settings).toMatchObject({ retentionDays: 0, isRetentionUnclear: true });
    expect(notices.at(-1)).toContain("every session is kept");
    expect(notices).toHaveLength(2);
  });

  it("accepts a byte order mark", () => {
    expect(parseSettings('\uFEFF{"model":"scripted"}', file).settings.model).toBe("scripted");
  });

  it("never fails, whatever the file holds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseSettings(text, file).settings.limits).toBeDefined();
      }),
    );
  });
});

describe("loadSettings", () => {
  it("takes a missing file as no wishes", async () => {
    const home = await mkdtemp(join(tmpdir(), "daybook-settings-"));
    expect(await loadSettings(home)).toEqual({ settings: { limits: { ...defaultLimits } }, notices: [] });
  });

  it("leaves a broken file as it is", async () => {
    const home = await mkdtemp(join(tmpdir(), "daybook-settings-"));
    await writeFile(join(home, "daybook.json"), '{"model": ');
    expect((await loadSettings(home)).notices).toHaveLength(1);
    expect(await readFile(join(home, "daybook.json"), "utf8")).toBe('{"model": ');
  });

  it("names a file that cannot be read", async () => {
    const home = await mkdtemp(join(tmpdir(), "daybook-settings-"));
    await mkdir(join(home, "daybook.json"));
    expect((await loadSettings(home)).notices[0]).toContain("could not be read");
  });
});
