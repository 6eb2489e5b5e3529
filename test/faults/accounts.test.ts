import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "~/db.server";
import { issueToken } from "~/models/accounts/one-time-tokens.server";
import { hashPassword } from "~/models/accounts/password-hashing.server";
import { newId } from "~/models/records/ids.server";
import * as login from "~/routes/api.auth.login";
import * as register from "~/routes/api.auth.register";
import * as reset from "~/routes/api.auth.reset-password";
import { installFaults } from "../support/faults";
import { member } from "../support/members";
import { answered, call } from "./calls";
import { faultsAtEveryStep } from "./every-step";

let takeOut: () => void;
beforeAll(() => {
  takeOut = installFaults();
});
afterAll(() => takeOut());

const PASSWORD = "a long and rare passphrase";
const beside = { oneTimeTokens: "a security question is good for one try" };

test("41 every step may fail: registering", async () => {
  const prepare = async () => {
    const fields = { firstName: "Nora", lastName: "New", email: `${newId()}@mail.example`, password: PASSWORD };
    return () => call(register, "POST", { body: { ...fields, ...answered() } });
  };
  expect(await faultsAtEveryStep({ prepare, beside })).toEqual([]);
});

test("41 every step may fail: signing in", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const prepare = async () => {
    const { email } = await member({ passwordHash });
    return () => call(login, "POST", { body: { email, password: PASSWORD, ...answered() } });
  };
  expect(await faultsAtEveryStep({ prepare, beside })).toEqual([]);
});

test("41 every step may fail: resetting a password", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const prepare = async () => {
    const { id } = await member({ passwordHash });
    const { token } = await issueToken(db, { purpose: "reset", userId: id, minutes: 60 });
    return () => call(reset, "POST", { body: { token, password: "another long and rare passphrase" } });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});
