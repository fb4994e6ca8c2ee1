import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { QueryNote } from '@tallyboard/core/model/context.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { GivenSettings } from './given-settings.ts';

/** Which issues a question is about: a query, or what a tab of the reports page shows. */
export type Scope =
  /** Null for a report that chooses its issues by its settings. */
  | { readonly jql: string | null }
  /** The issues of the board's filter; null for all issues. */
  | { readonly board: number | null }
  /** The issues of a set's boards and queries; '' for all that these have. */
  | { readonly boardSet: FlatBoardSet; readonly jql: string }
  /** The issues of an epic by its key; '' for those of all epics. */
  | { readonly epic: string }
  /** Issues assigned to whoever asks, or those that they logged work on. */
  | { readonly user: 'assigned' | 'logged' }
  /** A preset of the page by its id, without choices. */
  | { readonly preset: string };

/** What every door asks: this report, over these issues, with these settings, as of then, in this zone. */
export interface Question {
  readonly report: AnyReport;
  readonly scope: Scope;
  readonly settings: GivenSettings;
  /** A past time, or a day or rule such as 'last-week'; null: the present. */
  readonly asOf: Instant | string | null;
  /** The zone of days; null: the reader's, else the machine's. */
  readonly timeZone: ZoneId | null;
  /** What is to be said of its board set. */
  readonly notes?: readonly QueryNote[];
}
