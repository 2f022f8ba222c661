import { EventEmitter, once } from "node:events";
import { expect, it } from "vitest";
import { toldToEnd, type SignalledHost } from "./told-to-end.ts";

class FakeHost extends EventEmitter implements SignalledHost {
  exit(code: number): void {
    this.emit("exit", code);
  }
}

it("gives what is at work a moment, then ends the process", async () => {
  const host = new FakeHost();
  const signal = toldToEnd(host, 5);
  expect(signal.aborted).toBe(false);
  const ended = once(host, "exit");
  host.emit("SIGTERM");
  expect(signal.aborted).toBe(true);
  expect(await ended).toEqual([0]);
});

it("ends at once when it is told again, by whatever signal", async () => {
  const host = new FakeHost();
  toldToEnd(host, 3_600_000);
  const ended = once(host, "exit");
  host.emit("SIGTERM");
  host.emit("SIGINT");
  expect(await ended).toEqual([0]);
});
