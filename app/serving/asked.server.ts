/** A request as the app is asked it. */
import { createHeaders, createRequest } from "@remix-run/node-fetch-server";
import { SERVER_SAYS } from "~/http.server";
import { clientAddress, requestOrigin } from "./admission.server";
import type { Exchange } from "./exchanges.server";

/**
 * What is asked, from what was received. The object in which the framework knows a request takes as long to make as a short
 * answer, and most calls never look at it: it is made when somebody does.
 */
export class Asked {
  /** Asked for the head, the app makes the whole answer: tag and length are those of the body that is not sent then. */
  readonly method: string;
  readonly url: URL;
  /** With a body, and a signal for the reader who goes away. */
  #received: Request | undefined;
  #request: Request | undefined;

  constructor(private readonly exchange: Exchange) {
    const { method = "GET", url } = exchange.incoming;
    const { protocol, host } = requestOrigin(exchange.incoming);
    this.method = method === "HEAD" ? "GET" : method;
    this.url = new URL(`${protocol}//${host}${url}`);
  }

  get request(): Request {
    if (this.#request) return this.#request;
    const { incoming, outgoing, id } = this.exchange;
    if (this.method === "GET") this.#request = new Request(this.url, { headers: createHeaders(incoming) });
    else this.#request = this.#received = createRequest(incoming, outgoing, requestOrigin(incoming));
    this.#request.headers.set(SERVER_SAYS.address, clientAddress(incoming));
    this.#request.headers.set(SERVER_SAYS.id, id);
    return this.#request;
  }

  /** The body of a write as it arrives; undefined as long as nobody has looked at the request. */
  get body(): Request["body"] | undefined {
    return this.#received?.body;
  }
}
