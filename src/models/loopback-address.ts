/** Whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    /^(.+\.)?localhost\.?$/.test(hostname) ||
    /^(127(\.\d+){3}|0\.0\.0\.0)$/.test(hostname) ||
    /^\[::(1|ffff:7f[\da-f]{2}:[\da-f]{1,4})?\]$/.test(hostname)
  );
}
