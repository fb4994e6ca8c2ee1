import type { Api } from '../api.ts';
import { findIssue } from '../platform/issue.ts';
import { shapeIssues } from '../shape/issue.ts';
import { agileIssueRequest } from './board-issue.ts';

export function agileIssue(api: Api): void {
  api.agile.get('/issue/:idOrKey', async call => {
    const document = await findIssue(call);
    const [shaped] = await shapeIssues(call, [document], await agileIssueRequest(call));
    return shaped;
  });
}
