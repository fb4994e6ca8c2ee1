import type { Instant } from '@tallyboard/core/time/units.ts';
import type { Stored } from '@tallyboard/engine/site/global-settings.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import type { SectionProblem } from '../section.ts';

export interface PaneProps {
  readonly document: Stored;
  readonly problems: readonly SectionProblem[];
  readonly onChange: (document: Stored) => void;
  readonly site: Site;
  readonly now: Instant;
}

/** What to say beside the field of a stored key. */
export function problemOf(
  { problems }: PaneProps,
  section: string,
  key: string,
): string | undefined {
  return problems.find(each => each.typed && each.section === section && each.key === key)?.text;
}
