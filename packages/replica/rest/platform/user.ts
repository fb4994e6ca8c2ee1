import type { Entity } from '../../data/entity.ts';
import type { Api, Call } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { pageBean, readWindow } from '../paging.ts';
import { shapeUser, userName } from '../shape/user.ts';
import { findProject } from './entities.ts';
import { findIssue } from './issue.ts';

export function user(api: Api): void {
  api.platform.get('/user', async call => {
    const { accountId, username, key } = call.query;
    const users = await call.store.catalogue.all('user');
    const found = users.find(
      entity =>
        entity.id === accountId ||
        (username && userName(entity.document) === username) ||
        (key && entity.document.key === key),
    );
    const message = 'Specified user does not exist or you do not have required permissions';
    return shape(call, orNotFound(found, message));
  });

  // Cloud's list of accounts by id.
  api.cloud.get('/user/bulk', async call => {
    const ids = [call.query.accountId ?? []].flat().map(String);
    if (ids.length === 0) throw new JiraError(400, 'At least one accountId must be given.');
    const users = (await call.store.catalogue.all('user')).filter(({ id }) => ids.includes(id));
    const rows = users.map(entity => shape(call, entity));
    return pageBean(call, rows, { standard: 10, max: 200 });
  });

  api.platform.get('/user/assignable/search', async call => {
    await checkPlace(call);
    const text = String(call.query.query ?? call.query.username ?? '').toLowerCase();
    const { startAt, maxResults } = readWindow(call.query, { standard: 50, max: 1000 });
    const users = (await call.store.catalogue.all('user')).filter(
      entity =>
        entity.document.active !== false &&
        (entity.document.accountType ?? 'atlassian') === 'atlassian' &&
        (!call.query.accountId || entity.id === call.query.accountId) &&
        startsSomewhere(entity, text),
    );
    return users.slice(startAt, startAt + maxResults).map(entity => shape(call, entity));
  });
}

/** Requires an existing project or issue. */
async function checkPlace(call: Call): Promise<void> {
  const { project, issueKey, issueId } = call.query;
  if (project) await findProject(call, String(project));
  else if (issueKey || issueId) await findIssue(call, String(issueKey ?? issueId));
  else throw new JiraError(400, 'Either project or issueKey must be given.');
}

/** Prefix of a word of the name, the e-mail or the user name. */
function startsSomewhere({ name, document }: Entity, text: string): boolean {
  if (text === '') return true;
  const words = name.toLowerCase().split(/\s+/);
  const names = [name, document.emailAddress, document.name].map(n =>
    String(n ?? '').toLowerCase(),
  );
  return [...words, ...names].some(word => word.startsWith(text));
}

const shape = (call: Call, entity: Entity) =>
  shapeUser({ ...entity.document, accountId: entity.id }, call.base, call.flavour);
