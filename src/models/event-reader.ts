import { cutFailure, type Failure, formatFailure, type ServerFacts, silentFailure } from "./failure.ts";
import { longestTimerMs } from "./sleep.ts";

/** An answer whose head has come. */
export interface OpenAnswer {
  /** The data of the next event, or why there is none. */
  next(): Promise<{ data: string } | { failed: Failure }>;
  /**
   * What came brought something: the next that does has to come within `withinMs`, or as long as the answer
   * was opened with. Signs of life in between (comments, empty events) give no more time.
   */
  expectMore(withinMs?: number): void;
  /** Reads past the answer's end, so that the connection can serve the next request. Never takes long. */
  drain(): Promise<void>;
}

export type RawEvents = (response: Response, controller: AbortController) => AsyncIterator<{ data: string }>;

const DRAIN_MS = 50;
/** No event of an honest server is longer, and what is read for one is held in memory. */
const MOST_EVENT_BYTES = 8 * 1024 * 1024;

/**
 * The head of the response, and of a refusal the body too. A server may begin either and never end it:
 * after `withinMs` the connection is closed, and what is thrown says that the time ran out.
 */
export async function headOf(
  sent: Promise<Response>,
  { connection, withinMs }: { connection: AbortController; withinMs: number },
): Promise<Response> {
  let isLate = false;
  const timer = after(withinMs, () => {
    isLate = true;
    connection.abort();
  });
  try {
    return await unlessAborted(sent, connection.signal);
  } catch (error) {
    throw isLate ? new Error("The request timed out.", { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Hangs up, while someone waits for an event, when not a byte comes for `idleMs`, or for `patienceMs`
 * nothing but signs of life.
 */
export function readEvents(asked: {
  server: ServerFacts;
  connection: AbortController;
  response: Response;
  rawEvents: RawEvents;
  idleMs: number;
  patienceMs: number;
}): OpenAnswer {
  const { response, connection, server, idleMs, patienceMs } = asked;
  const wait = { withinMs: patienceMs, since: performance.now() };
  let heardAt = wait.since;
  let silence: NodeJS.Timeout | undefined;
  let givenUp: Failure | undefined;
  let unreadBytes = 0;
  const giveUp = (failed: Failure): void => {
    givenUp = failed;
    connection.abort();
  };
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      heardAt = performance.now();
      silence?.refresh();
      unreadBytes += chunk.byteLength;
      if (unreadBytes > MOST_EVENT_BYTES) giveUp(formatFailure(server, "an event without an end"));
      else controller.enqueue(chunk);
    },
  });
  const events = asked.rawEvents(new Response(response.body?.pipeThrough(heard) ?? null), connection);
  const read = (): Promise<IteratorResult<{ data: string }>> =>
    unlessAborted(events.next(), connection.signal);
  const failure = (): Failure => givenUp ?? cutFailure(server);
  return {
    async next() {
      silence = after(idleMs, () => giveUp(silentFailure(server, { silentMs: idleMs, wasAlive: false })));
      const late = after(wait.since + wait.withinMs - performance.now(), () => {
        const wasAlive = performance.now() - heardAt < wait.withinMs / 2;
        giveUp(silentFailure(server, { silentMs: wait.withinMs, wasAlive }));
      });
      try {
        for (;;) {
          const { done, value } = await read();
          if (done === true) return { failed: failure() };
          unreadBytes = 0;
          if (value.data !== "") return { data: value.data };
        }
      } catch {
        return { failed: failure() };
      } finally {
        clearTimeout(late);
        clearTimeout(silence);
        // A cleared timer that is refreshed runs again.
        silence = undefined;
      }
    },
    expectMore(withinMs = patienceMs) {
      wait.withinMs = withinMs;
      wait.since = performance.now();
    },
    async drain() {
      const timer = after(DRAIN_MS, () => connection.abort());
      try {
        while ((await read()).done !== true);
      } catch {
        // The answer is whole; how its connection ends does not matter.
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function after(milliseconds: number, act: () => void): NodeJS.Timeout {
  return setTimeout(act, Math.min(Math.max(milliseconds, 0), longestTimerMs));
}

/** The promise's outcome, or a rejection as soon as the signal aborts: some `fetch`es take no notice of it. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new DOMException("The connection was closed.", "AbortError"));
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
