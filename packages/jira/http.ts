/** A request to the host. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path from the host's root, e.g. '/rest/api/3/search/jql', without a query. */
  readonly path: string;
  readonly query?: Readonly<
    Record<string, string | number | boolean | readonly (string | number)[] | undefined>
  >;
  /** A JSON value; the transport writes it. */
  readonly body?: unknown;
  /** Changes only this version: hosts of our own server send it as `If-Match`, others ignore it. */
  readonly ifMatch?: string;
}

export interface HttpReply {
  readonly status: number;
  /** Lower-case names. Hosts that hide headers give none. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The JSON value of `body`, from a host in the same process. */
  readonly value?: unknown;
}

/** A host's request function. It rejects only when no reply came. */
export type RequestFunction = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpReply>;
