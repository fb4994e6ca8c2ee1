/** The done rule of a site or a report. The dataset has the columns of the board. */
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

export interface DoneInForce {
  readonly rule: DoneChoice;
  /** The rule of the report's own settings. */
  readonly own: boolean;
  /** It differs from the site's rule. */
  readonly differs: boolean;
}
