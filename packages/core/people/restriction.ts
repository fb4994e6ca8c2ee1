import { allIssues } from '../measure/rows.ts';
import type { ReportContext } from '../model/context.ts';
import type { Dataset } from '../model/dataset.ts';
import { writePeoplePolicy } from './people-policy.ts';

/**
 * The restriction of figures of these issues: undefined where the reader has an excepted role in every project of them. Issues of
 * no project, and no issues, are restricted.
 */
export function restrictionOn(
  people: ReportContext['people'],
  dataset: Pick<Dataset, 'issues' | 'above'>,
): ReportContext['people'] {
  const { exceptedIn = [] } = people ?? {};
  if (exceptedIn.length === 0) return people;
  const projects = new Set(allIssues(dataset).map(({ project }) => project.id as string));
  const isExcepted =
    projects.size > 0 && exceptedIn.some(ids => [...projects].every(id => ids.includes(id)));
  return isExcepted ? undefined : people;
}

/** The policy under which figures are pinned: those of an exception by project role may have names, as without a policy. */
export const pinnedPolicy = ({ people }: Pick<ReportContext, 'people'>): string =>
  writePeoplePolicy(!people || people.exceptedIn ? { kind: 'all' } : people.policy);
