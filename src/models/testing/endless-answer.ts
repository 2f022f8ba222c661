/**
 * A `fetch` whose answer says `first`, and then `then` again and again until the reader hangs up. No network and no
 * other process has a part in it: however busy the machine is, no byte comes later than a timer that waits for it.
 */
export function endlessAnswer(first: string, then: string): typeof fetch {
  return async (_url, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        if (first !== "") controller.enqueue(Buffer.from(first));
        const timer = setInterval(() => controller.enqueue(Buffer.from(then)), 10);
        init?.signal?.addEventListener("abort", () => {
          clearInterval(timer);
          controller.error(init.signal?.reason);
        });
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
}
