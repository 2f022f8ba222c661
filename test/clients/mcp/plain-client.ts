/** The least that calls a tool over HTTP: what is timed with it is mostly the server's own time. */
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

/** Calls tools over connections that stay open. */
export interface PlainClient {
  /** Whether the tool's result came, and is no error. */
  callTool(name: string, input: Readonly<Record<string, unknown>>): Promise<boolean>;
  close(): void;
}

interface Answer {
  id?: number;
  result?: { isError?: boolean };
}

const revision = "2025-11-25";

/** A client of the server at this address, over at most so many connections. */
export function createPlainClient(url: string, connections: number): PlainClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let lastId = 0;

  function post(message: object): Promise<string> {
    const body = JSON.stringify(message);
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "content-length": Buffer.byteLength(body),
      "mcp-protocol-version": revision,
    };
    return new Promise((resolve, reject) => {
      request(
        url,
        { method: "POST", agent, headers },
        (response) => void text(response).then(resolve, reject),
      )
        .once("error", reject)
        .end(body);
    });
  }

  return {
    async callTool(name, input) {
      lastId += 1;
      const id = lastId;
      const params = { name, arguments: input };
      const body = await post({ jsonrpc: "2.0", id, method: "tools/call", params });
      // The answer is the only event of its stream.
      const answer = JSON.parse(body.slice(body.indexOf("{"))) as Answer;
      return answer.id === id && answer.result !== undefined && answer.result.isError !== true;
    },
    close: () => agent.destroy(),
  };
}
