/** A body whose first visible character is known. */
export interface PeekedBody {
  /** "" when there is none. */
  first: string;
  /** The whole body, what was looked at included. */
  body: ReadableStream<Uint8Array>;
}

/** Looks at the beginning of a body: what a server says of its type is not always what it sends. */
export async function peekBody(body: ReadableStream<Uint8Array>): Promise<PeekedBody> {
  const reader = body.getReader();
  const looked: Uint8Array[] = [];
  let first = "";
  while (first === "") {
    const { done, value } = await reader.read();
    if (done) break;
    looked.push(value);
    first = Buffer.from(value).toString("utf8").trimStart().charAt(0);
  }
  return { first, body: joined(looked, reader) };
}

function joined(
  looked: readonly Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of looked) controller.enqueue(chunk);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
