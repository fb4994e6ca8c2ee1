import type { IssueDocument } from '../../data/issues/issue-document.ts';
import type { Api, Call } from '../api.ts';
import { agilePage } from '../paging.ts';
import { findBoard } from './board.ts';
import { findEpic, shapeEpic } from './board-issue.ts';

export function epic(api: Api): void {
  api.agile.get('/board/:boardId/epic', async call => {
    const { id } = await findBoard(call);
    const types = (await call.store.catalogue.all('issueType')).filter(
      ({ name, document }) => document.hierarchyLevel === 1 || name === 'Epic',
    );
    const named = types.map(({ id: typeId }) => typeId).join(', ');
    const found = named
      ? await call.store.jql.search({
          jql: `issuetype in (${named})`,
          within: await call.store.boards.jql(id),
          viewer: call.caller,
          now: call.now(),
        })
      : { ids: [] };
    const epics = (await call.store.issues.documents(found.ids)).map(entry => shape(call, entry));
    const { done } = call.query;
    const rows = epics.filter(entry => done === undefined || String(entry.done) === done);
    const { total: _, ...page } = agilePage(call, rows);
    return page;
  });

  api.agile.get('/epic/:epicIdOrKey', async call => {
    return shape(call, await findEpic(call, call.params.epicIdOrKey));
  });
}

const shape = (call: Call, { id, key, fields }: IssueDocument) => shapeEpic(call, id, key, fields);
