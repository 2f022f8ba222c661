export type { Model, ModelEvent, ModelRequest } from "../models/index.ts";
