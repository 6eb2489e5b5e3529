import { expect, test } from "vitest";
import { describeUnknown, linesWithoutName, unknownNames } from "./setting-names.server";

test("PU01 PU04 reports a name in .env that is not a setting, with the most similar setting", () => {
  const namesInFile = [
    "PORT",
    "SITE_ULR",
    "smtp_url",
    "OPENAI_KEY",
    "METRICS_TOKEN_FILE",
    "NODE_OPTIONS",
    "COFFEE",
    "HOSTS",
  ];
  expect(unknownNames(namesInFile, [])).toEqual([
    { name: "SITE_ULR", nearest: "SITE_URL" },
    { name: "smtp_url", nearest: "SMTP_URL" },
    { name: "OPENAI_KEY", nearest: "OPENAI_API_KEY" },
    { name: "COFFEE", nearest: null },
    { name: "HOSTS", nearest: "HOST" },
  ]);
  expect(describeUnknown({ name: "SITE_ULR", nearest: "SITE_URL" })).toContain("did you mean SITE_URL?");
});

test("PU01 reports only misspelled names from the real environment, because it also serves other programs", () => {
  const otherNames = ["PATH", "HOME", "HOSTS", "POST", "LANG", "npm_config_user_agent", "KUBERNETES_PORT", "DATA_DIR"];
  expect(unknownNames([], otherNames)).toEqual([]);
  expect(unknownNames([], ["DATABSE_URL", "SESSION_SECRETS"]).map(({ nearest }) => nearest)).toEqual([
    "DATABASE_URL",
    "SESSION_SECRET",
  ]);
});

test("PU01 reports a line of .env that sets nothing by its number, and no line of a comment or of a long value", () => {
  const lines = [
    "# a comment with a quotation mark: it's one",
    "TRUST_PROXY: on",
    "",
    'export SITE_NAME="several # lines',
    "# and no comment",
    'in one value" # a comment',
    "FOUNDER_NAME=it's # \"half",
    "SESSION_SECRET very-secret",
    "MAIL_FROM = 'Site <site@example.org>'\r",
    "  \r",
  ];
  const wrongLines = ["Line 2 of .env", "Line 8 of .env"];
  expect(linesWithoutName(lines.join("\n"))).toEqual(wrongLines);
  expect(unknownNames(wrongLines, []).map(describeUnknown)).toEqual(
    wrongLines.map((line) => `${line} is not a setting: .env.example has the complete list.`),
  );
});
