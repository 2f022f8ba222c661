/** `42 %`, or `0.4 %` with a digit; never more than there is, and `<1 %` for what is less than can be shown. */
export function percent(share: number, digits = 0): string {
  const unit = 10 ** -digits;
  // 0.29 * 100 is a little less than 29.
  const units = Math.floor((share * 100) / unit + 1e-9);
  return units === 0 && share > 0 ? `<${unit} %` : `${(units * unit).toFixed(digits)} %`;
}

/** To three digits behind the point: more tells nobody anything. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
