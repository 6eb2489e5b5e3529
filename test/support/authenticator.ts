/** Simulates a passkey on a device (WebAuthn Level 3, P-256, attestation "none"), for tests without a browser. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

interface Signing {
  origin: string;
  rpId: string;
  /** false: the person gave no PIN or fingerprint. */
  isVerified?: boolean;
  counter?: number;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64Url = (bytes: Buffer) => bytes.toString("base64url");

export function makePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  // CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y } (RFC 9053 §7.1.1).
  const [prefix, separator] = [Buffer.from("a5010203262001215820", "hex"), Buffer.from("225820", "hex")];
  const coseKey = Buffer.concat([prefix, Buffer.from(x, "base64url"), separator, Buffer.from(y, "base64url")]);

  const authData = ({ rpId, isVerified = true, counter = 0 }: Signing, isNew: boolean) => {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (isNew ? 0x40 : 0);
    const head = Buffer.concat([sha256(rpId), Buffer.from([flags]), encodeUint(counter, 4)]);
    return isNew ? Buffer.concat([head, Buffer.alloc(16), encodeUint(id.length, 2), id, coseKey]) : head;
  };
  const clientData = (type: string, challenge: string, { origin }: Signing) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = { id: base64Url(id), rawId: base64Url(id), type: "public-key" };

  return {
    id: base64Url(id),
    /** Answers options for a new passkey as a browser does. */
    create(challenge: string, signing: Signing) {
      const data = authData(signing, true);
      // CBOR: { "fmt": "none", "attStmt": {}, "authData": data }.
      const head = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex");
      const attestationObject = base64Url(Buffer.concat([head, encodeUint(data.length, 2), data]));
      const clientDataJSON = base64Url(clientData("webauthn.create", challenge, signing));
      return { ...credential, response: { clientDataJSON, attestationObject } };
    },
    /** Answers options for a sign-in as a browser does. */
    get(challenge: string, signing: Signing) {
      const [data, client] = [authData(signing, false), clientData("webauthn.get", challenge, signing)];
      const signature = base64Url(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey));
      return {
        ...credential,
        response: { clientDataJSON: base64Url(client), authenticatorData: base64Url(data), signature },
      };
    },
  };
}

function encodeUint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
