export function standingWish(_text: string): boolean {
  return false;
}
export const nudgeReminder = "";
