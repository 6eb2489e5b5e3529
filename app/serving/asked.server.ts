/** A request as the app is asked it. */
import { createHeaders, createRequest } from "@remix-run/node-fetch-server";
import { SERVER_SAYS } from "~/http.server";
import { clientAddress, requestOrigin } from "./admission.server";
import type { Exchange } from "./exchanges.server";

/**
 * What is asked, from what was received. The object in which the framework knows a request takes as long to make as a short
 * answer, and most who are given it look at its address and headers alone: the rest is made when somebody does.
 */
export class Asked {
  /** Asked for the head, the app makes the whole answer: tag and length are those of the body that is not sent then. */
  readonly method: string;
  readonly url: URL;
  /** For whoever looks at the address and headers, or at nothing: the same as `request` to all who ask more of it. */
  readonly light: Request;
  #request: Request | undefined;
  #headers: Headers | undefined;

  constructor(private readonly exchange: Exchange) {
    const { method = "GET", url } = exchange.incoming;
    const { protocol, host } = requestOrigin(exchange.incoming);
    this.method = method === "HEAD" ? "GET" : method;
    this.url = new URL(`${protocol}//${host}${url}`);
    this.light = new LightRequest(this) as unknown as Request;
  }

  get headers(): Headers {
    if (this.#headers) return this.#headers;
    const { incoming, id } = this.exchange;
    this.#headers = createHeaders(incoming);
    this.#headers.set(SERVER_SAYS.address, clientAddress(incoming));
    this.#headers.set(SERVER_SAYS.id, id);
    return this.#headers;
  }

  get request(): Request {
    if (this.#request) return this.#request;
    const { incoming, outgoing } = this.exchange;
    if (this.method === "GET") this.#request = new Request(this.url, { headers: this.headers });
    else {
      // With a body, and a signal for the reader who goes away.
      this.#request = createRequest(incoming, outgoing, requestOrigin(incoming));
      for (const name of Object.values(SERVER_SAYS)) this.#request.headers.set(name, this.headers.get(name) ?? "");
    }
    return this.#request;
  }

  /** The body as it arrives; undefined as long as nobody has looked at the request. */
  get body(): Request["body"] | undefined {
    return this.#request?.body;
  }
}

/** Has its address and headers at hand, and everything else from the request that is made then. */
class LightRequest {
  constructor(readonly asked: Asked) {}

  get url(): string {
    return this.asked.url.href;
  }

  get method(): string {
    return this.asked.method;
  }

  get headers(): Headers {
    return this.asked.headers;
  }
}

for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(Request.prototype))) {
  if (Object.hasOwn(LightRequest.prototype, name)) continue;
  Object.defineProperty(LightRequest.prototype, name, {
    get(this: LightRequest) {
      const { request } = this.asked;
      const value = Reflect.get(request, name);
      return get ? value : value.bind(request);
    },
  });
}
Object.setPrototypeOf(LightRequest.prototype, Request.prototype);
