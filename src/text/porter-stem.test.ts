import { describe, expect, it } from "vitest";
import { porterStem } from "./porter-stem.ts";

// The examples of the paper, step by step, carried through all steps.
const examples: Record<string, string> = {
  caresses: "caress",
  ponies: "poni",
  caress: "caress",
  cats: "cat",
  feed: "feed",
  agreed: "agre",
  plastered: "plaster",
  bled: "bled",
  motoring: "motor",
  sing: "sing",
  conflated: "conflat",
  troubled: "troubl",
  sized: "size",
  hopping: "hop",
  tanned: "tan",
  falling: "fall",
  hissing: "hiss",
  fizzed: "fizz",
  failing: "fail",
  filing: "file",
  happy: "happi",
  sky: "sky",
  relational: "relat",
  conditional: "condit",
  rational: "ration",
  digitizer: "digit",
  vietnamization: "vietnam",
  predication: "predic",
  operator: "oper",
  feudalism: "feudal",
  decisiveness: "decis",
  hopefulness: "hope",
  callousness: "callous",
  formaliti: "formal",
  sensitiviti: "sensit",
  sensibiliti: "sensibl",
  triplicate: "triplic",
  formative: "form",
  formalize: "formal",
  electrical: "electr",
  goodness: "good",
  revival: "reviv",
  allowance: "allow",
  inference: "infer",
  airliner: "airlin",
  adjustable: "adjust",
  irritant: "irrit",
  replacement: "replac",
  adoption: "adopt",
  communism: "commun",
  activate: "activ",
  effective: "effect",
  probate: "probat",
  rate: "rate",
  cease: "ceas",
  controll: "control",
  roll: "roll",
};

describe("porterStem", () => {
  it.each(Object.entries(examples))("%s -> %s", (word, stem) => {
    expect(porterStem(word)).toBe(stem);
  });

  it("brings the forms of a word together", () => {
    const forms = ["deploy", "deploys", "deployed", "deploying"];
    expect(new Set(forms.map(porterStem)).size).toBe(1);
  });

  it("leaves alone what is no English word", () => {
    expect(["is", "ä", "e1234s", "", "naïves"].map(porterStem)).toEqual(["is", "ä", "e1234s", "", "naïves"]);
  });
});
