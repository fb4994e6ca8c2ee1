/** A path of the web app, as its build lists them in routes.json for our own server. File paths begin with '/'. */
export interface WebRoute {
  /** ':id' is a number. */
  readonly path: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** The call that everything else on the page waits for. */
  readonly data?: string;
  readonly gadget?: string;
  /** The page shows avatars and icons of issues. */
  readonly content?: 'issues';
}
