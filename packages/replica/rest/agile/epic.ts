import type { IssueDocument } from '../../data/issues/issue-document.ts';
import type { Api, Call } from '../api.ts';
import { JiraError } from '../errors.ts';
import { agilePage, readWindow } from '../paging.ts';
import { findBoard } from './board.ts';
import { shapeEpic } from './board-issue.ts';

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
    const { total: _, ...page } = agilePage(
      rows,
      readWindow(call.query, { standard: 50, max: 50 }),
    );
    return page;
  });

  api.agile.get('/epic/:epicIdOrKey', async call => {
    const found = await call.store.issues.byKeyOrId(call.params.epicIdOrKey ?? '');
    if (!found) {
      throw new JiraError(
        404,
        'The requested epic does not exist or you do not have permission to view it.',
      );
    }
    return shape(call, found);
  });
}

const shape = (call: Call, { id, key, fields }: IssueDocument) => shapeEpic(call, id, key, fields);
