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
  /** True for a POST that only reads: it may be repeated like a GET. */
  readonly reads?: boolean;
  /** Changes only this version: hosts of our own server send it as `If-Match`, others ignore it. */
  readonly ifMatch?: string;
  /** Asks for another version than this one: our own server answers 304 where there is none. */
  readonly ifNoneMatch?: string | undefined;
}

export interface HttpReply {
  readonly status: number;
  /** Lower-case names. Hosts that hide headers give none. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Where the reply came from, after redirects; absent where the host hides it. */
  readonly address?: string;
  /** The JSON value of `body`, from a host in the same process; the bytes of a reply that is no text. */
  readonly value?: unknown;
}

/** Follows a reply of bytes: how many have come. */
export type OnBytes = (count: number) => void;

/** A host's request function. It rejects only when no reply came. */
export type RequestFunction = (
  request: HttpRequest,
  signal?: AbortSignal,
  onBytes?: OnBytes,
) => Promise<HttpReply>;

/** True for a call that changes nothing, so that it may be sent again where its reply was lost. */
export const isRepeatable = ({ method, reads }: HttpRequest): boolean =>
  method === 'GET' || reads === true;
