import { expect, test } from "vitest";
import { withFieldName } from "./field-words";

test.each([
  ["This must be a text.", { lastName: "This must be a text." }, "Last name: this must be a text."],
  ["At least one link is needed.", { links: "This must be a list." }, "At least one link is needed."],
  ["Please choose a date.", { date: "Please choose a date." }, "Please choose a date."],
  ["At most 3 links.", {}, "At most 3 links."],
])(
  "reliability 19 the message %j with the field errors %j reads %j for a program",
  (message, fieldErrors, sentence) => {
    expect(withFieldName(message, fieldErrors)).toBe(sentence);
  },
);
