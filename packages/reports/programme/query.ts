import type { OwnQuery, ReportContext } from '@tallyboard/core/model/context.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { QuerySite } from '@tallyboard/report-kit/contract.ts';
import { flowQuery } from '@tallyboard/report-kit/families/flow/flow-query.ts';
import { unionQuery } from '@tallyboard/report-kit/families/flow/union-query.ts';
import { boardSetParts } from '@tallyboard/report-kit/families/sprint-scope/board-set-query.ts';
import { NOTHING } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { isNamedMeasure, type ProgrammeSettings } from './settings.ts';

/** The date of an issue that has no due date: of Advanced Roadmaps. */
export const TARGET_END = 'target end';

/** The team's issues, the fields that the figures name, and the order of rows by rank. */
export async function programmeQuery(
  settings: ProgrammeSettings,
  _context: ReportContext,
  site: QuerySite,
  jql: string,
): Promise<OwnQuery> {
  const { rows, queries, order } = settings;
  const ofQueries = rows === 'query' && queries.length > 0;
  const [own, fields] = await Promise.all([
    ofQueries
      ? unionQuery(queries, site, jql)
      : rows === 'board-set'
        ? boardSetRows(settings, site, jql)
        : flowQuery(settings, site, jql),
    site.fields(),
  ]);
  const query = own ?? { jql, sprints: null, narrowedBy: jql, atLeast: null };
  const isOneRow = rows === 'query' && !ofQueries;
  const [all, ranked] = await Promise.all([
    isOneRow ? site.idsIn(query.jql) : undefined,
    order === 'one-after-another' ? site.rankedIdsIn(query.jql) : undefined,
  ]);
  return {
    ...query,
    fields: fieldsNamed(settings, fields),
    ...(all && { parts: [{ name: 'All issues of the query', ids: all }] }),
    ...(ranked && { ranked }),
  };
}

const boardSetRows = async (
  { boardSet }: ProgrammeSettings,
  site: QuerySite,
  jql: string,
): Promise<OwnQuery> =>
  boardSet
    ? boardSetParts(boardSet, site, jql)
    : {
        jql: NOTHING,
        sprints: null,
        narrowedBy: jql,
        atLeast: null,
        parts: [],
        notes: [
          {
            code: 'board-set',
            text: 'The rows are the boards and queries of a board set. Choose one.',
            doubtful: true,
          },
        ],
      };

function fieldsNamed(
  { measure }: ProgrammeSettings,
  fields: readonly Field[],
): Readonly<Record<string, FieldId>> {
  const named: Record<string, FieldId> = {};
  const add = (name: string, type: string) => {
    const isIt = (field: Field) =>
      field.custom && (field.id === name || field.name.trim().toLowerCase() === name);
    const found = fields.find(field => isIt(field) && field.type === type);
    if (found) named[name] = found.id;
  };
  add(TARGET_END, 'date');
  if (!isNamedMeasure(measure)) add(measure.toLowerCase(), 'number');
  return named;
}
