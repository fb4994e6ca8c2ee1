/** What the app knows of its site before it loads issues. Plain data. */
import type { Board } from '@tallyboard/core/model/board.ts';
import type { Project } from '@tallyboard/core/model/issue.ts';
import type { ProjectRoles } from '@tallyboard/core/people/people-exceptions.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { EpicChoice } from '@tallyboard/dataset/json/epic-choices.ts';
import type { Metadata } from '@tallyboard/dataset/load/metadata.ts';
import type { GlobalSettings } from './global-settings.ts';

export interface Site
  extends Pick<
    Metadata,
    | ('currentUser' | 'hoursPerDay' | 'daysPerWeek' | 'fields' | 'special')
    | ('missing' | 'notCopied' | 'incomplete' | 'locale')
  > {
  readonly settings: GlobalSettings;
  /** Of the reader, as exceptions from the policy of figures on people name them; absent where none of them matters. */
  readonly roles?: readonly string[];
  /** Of the reader; absent likewise. */
  readonly projectRoles?: ProjectRoles;
  /** When the trial of Lite ends; null where none runs. */
  readonly trialEnd: Instant | null;
  /** The project that the host opened the app in. */
  readonly project: Project | null;
  readonly boards: readonly Board[];
  /** The newest first: all of them below 1,000, else the first 100. */
  readonly epics: readonly EpicChoice[];
  /** How many epics there are; null until they are loaded. */
  readonly epicTotal: number | null;
  /** Set in a gadget: project, boards and epics were not fetched. */
  readonly unlisted?: true;
}
