// Loaded into a server before anything else (node --require): writes every statement that it runs into the file that
// STATEMENTS names, as JSON, one a line: its text and what was bound to it the first time. Plain CommonJS, so that Node
// takes it as it is.
const { appendFileSync } = require("node:fs");
const Database = require("better-sqlite3");

const { prepare } = Database.prototype;
const seen = new Set();
Database.prototype.prepare = function (text, ...more) {
  const statement = prepare.call(this, text, ...more);
  for (const name of ["all", "get", "run", "iterate"]) {
    const method = statement[name];
    statement[name] = function (...parameters) {
      if (!seen.has(text)) {
        seen.add(text);
        appendFileSync(process.env.STATEMENTS, `${JSON.stringify({ text, parameters: parameters.flat() })}\n`);
      }
      return method.apply(this, parameters);
    };
  }
  return statement;
};
