import { cutFailure, type Failure, formatFailure, type ServerFacts } from "./failure.ts";

/** An answer whose head has come. */
export interface OpenAnswer {
  /** The data of the next event, or why there is none. Waits `idleMs` at most where that is given. */
  next(idleMs?: number): Promise<{ data: string } | { failed: Failure }>;
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
  const timer = setTimeout(() => {
    isLate = true;
    connection.abort();
  }, withinMs);
  try {
    return await unlessAborted(sent, connection.signal);
  } catch (error) {
    throw isLate ? new Error("The request timed out.", { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Hangs up when not a byte comes for `idleMs` while someone waits for one. */
export function readEvents(asked: {
  server: ServerFacts;
  connection: AbortController;
  response: Response;
  rawEvents: RawEvents;
  idleMs: number;
}): OpenAnswer {
  const { response, connection, server } = asked;
  let timer: NodeJS.Timeout | undefined;
  let silentMs: number | undefined;
  let unreadBytes = 0;
  // Bytes, not events: comments keep a connection alive, and one event may take long to come.
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      timer?.refresh();
      unreadBytes += chunk.byteLength;
      if (unreadBytes > MOST_EVENT_BYTES) connection.abort();
      else controller.enqueue(chunk);
    },
  });
  const events = asked.rawEvents(new Response(response.body?.pipeThrough(heard) ?? null), connection);
  const read = (): Promise<IteratorResult<{ data: string }>> =>
    unlessAborted(events.next(), connection.signal);
  const failure = (): Failure =>
    unreadBytes > MOST_EVENT_BYTES
      ? formatFailure(server, "an event without an end")
      : cutFailure(server, silentMs);
  return {
    async next(idleMs = asked.idleMs) {
      timer = setTimeout(() => {
        silentMs = idleMs;
        connection.abort();
      }, idleMs);
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
        clearTimeout(timer);
      }
    },
    async drain() {
      timer = setTimeout(() => connection.abort(), DRAIN_MS);
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

/** The promise's outcome, or a rejection as soon as the signal aborts: some `fetch`es take no notice of it. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new DOMException("The connection was closed.", "AbortError"));
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
