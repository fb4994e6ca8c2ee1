/** What a bad query raises: Jira's messages, for an HTTP 400 reply's `errorMessages`. */
export class JqlError extends Error {
  override readonly name = 'JqlError';
  readonly messages: string[];
  constructor(messages: string[]) {
    super(messages.join(' '));
    this.messages = messages;
  }
}

/** A query as POST jql/parse tells it. */
export interface ParsedJql {
  query: string;
  structure?: Record<string, unknown>;
  errors: string[];
  warnings: string[];
  /** Whether a restriction keeps the query from naming every issue (search/jql refuses those that have none). */
  bounded: boolean;
}

export interface JqlFieldReference {
  value: string;
  displayName: string;
  cfid?: string;
  operators: string[];
  types: string[];
  orderable: 'true' | 'false';
  searchable: 'true' | 'false';
  auto?: 'true';
}

export interface JqlFunctionReference {
  value: string;
  displayName: string;
  isList?: 'true';
  supportsListAndSingleValueOperators?: 'true';
  types: string[];
}

/** The reply of jql/autocompletedata. */
export interface JqlAutocomplete {
  visibleFieldNames: JqlFieldReference[];
  visibleFunctionNames: JqlFunctionReference[];
  jqlReservedWords: string[];
}

export interface JqlSuggestion {
  /** Quoted where JQL needs it. */
  value: string;
  /** HTML, the matching beginning in <b>. */
  displayName: string;
}
