/** An invalid query, with Jira's messages for `errorMessages` of an HTTP 400. */
export class JqlError extends Error {
  override readonly name = 'JqlError';
  readonly messages: string[];
  constructor(messages: string[]) {
    super(messages.join(' '));
    this.messages = messages;
  }
}

/** The user who asks: decides currentUser(), the zone of date literals and private filters. A null id is anonymous. */
export interface Viewer {
  userId: string | null;
  /** IANA zone of date literals and of startOfDay(). */
  zone: string;
}

/** Who asks and when: `now` decides now(), relative dates and open sprints, in epoch milliseconds. */
export interface QueryScope {
  viewer: Viewer;
  now: number;
  /** `strict`, the default: unknown values are errors. `warn` and `none`: they match nothing and become warnings. */
  validation?: 'strict' | 'warn' | 'none';
}

export interface CountRequest extends QueryScope {
  jql: string;
  /** Restricts to these issue ids. */
  among?: string[];
  /** A query ANDed to `jql`, e.g. a board's filter; its ORDER BY applies only if `jql` has none. */
  within?: string;
  /** Refuses a query without a restriction, as Cloud does. */
  restricted?: boolean;
}

export interface SearchRequest extends CountRequest {
  offset?: number;
  /** Default: everything. */
  limit?: number;
  /** Also counts all matches. */
  total?: boolean;
}

export interface SearchResult {
  /** Issue ids in query order, ties by id: pages are stable. */
  ids: string[];
  total?: number;
  warnings: string[];
}

/** The reply of POST jql/parse. */
export interface ParsedJql {
  query: string;
  structure?: Record<string, unknown>;
  errors: string[];
  warnings: string[];
}
