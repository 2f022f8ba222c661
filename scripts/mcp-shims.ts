/**
 * Stands for `@modelcontextprotocol/server/_shims` in the built command line. Its own brings a compiler of JSON Schema
 * that takes a third of the server's file, and checks only what a client answers to a form (`elicitInput`): daybook
 * shows none.
 */
export { default as process } from "node:process";

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("Forms are not checked here: this program was built without a validator of JSON Schema.");
  }
}
