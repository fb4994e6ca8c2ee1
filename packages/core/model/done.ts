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

/** Every setting of a report whose figures depend on what is done. */
export interface DoneSettings {
  /** Null follows the site. */
  readonly done: DoneChoice | null;
}

/** Each rule behind 'Done: ', and as a clause in the middle of a sentence; a status without its name. */
const TEXTS: Readonly<Record<DoneChoice['kind'], readonly [name: string, clause: string]>> = {
  'resolution-or-category': [
    'resolution or status Done',
    'a resolution or its date is set, or the status is of category Done',
  ],
  resolution: ['resolution', 'a resolution or its date is set'],
  category: ['status category Done', 'the status is of category Done'],
  status: ['status', 'the status is'],
  'last-column': ['last column of the board', 'the status is in the last column of the board'],
};

const withStatus = (text: string, rule: DoneChoice) =>
  rule.kind === 'status' ? `${text} ${rule.name}` : text;

/** 'resolution or status Done', behind 'Done: '. */
export const describeDone = (rule: DoneChoice): string => withStatus(TEXTS[rule.kind][0], rule);

/** 'a resolution or its date is set', in the middle of a sentence. */
export const doneClause = (rule: DoneChoice): string => withStatus(TEXTS[rule.kind][1], rule);
