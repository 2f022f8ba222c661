/** A number for people, with commas between thousands. (`toLocaleString` loads the locale data, which takes longer than a save.) */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
