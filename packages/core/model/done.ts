/** What counts as done, as a site or a report chooses it; a board's columns come with the dataset. */
export type DoneChoice =
  /** A resolution is set, or the status is of category Done. */
  | { readonly kind: 'resolution-or-category' }
  | { readonly kind: 'resolution' }
  | { readonly kind: 'category' }
  /** One status by its name, in any case. */
  | { readonly kind: 'status'; readonly name: string }
  /** The statuses of the last column of the board. */
  | { readonly kind: 'last-column' };

export const DEFAULT_DONE: DoneChoice = { kind: 'resolution-or-category' };

/** The rule that a result was computed by. */
export interface DoneInForce {
  readonly rule: DoneChoice;
  /** The report's stored settings have a rule of their own. */
  readonly own: boolean;
  /** That rule is another than the site's. */
  readonly differs: boolean;
}
