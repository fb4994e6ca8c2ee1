import type { Entity } from '../../data/entity.ts';
import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { asObject, asText } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { pageBean, readList, readWindow } from '../paging.ts';
import { avatarUrls } from '../pictures.ts';
import { type Converter, converterFor } from '../shape/converter.ts';
import { findProject } from './entities.ts';
import { shapeListed } from './entity-lists.ts';
import { isEditable } from './field-values.ts';
import { findIssue } from './issue.ts';
import { projectIssueTypes } from './project.ts';
import { projectStatuses } from './statuses.ts';

/** What clients ask before they write: transitions, fields and their allowed values. */
export function issueMeta(api: Api): void {
  api.platform.get('/issue/:idOrKey/transitions', listTransitions);

  api.platform.get('/issue/:idOrKey/editmeta', async call => {
    const { projectId } = await findIssue(call);
    const fields = await fieldsOf(call, await findProject(call, projectId), false);
    return { fields: Object.fromEntries(fields) };
  });

  api.platform.get('/issue/createmeta', createMeta);

  api.platform.get('/issue/createmeta/:idOrKey/issuetypes', async call => {
    const convert = await converterFor(call);
    const types = await projectIssueTypes(call, await findProject(call));
    return metaPage(
      call,
      types.map(type => shapeListed(call, type, 'issuetype', convert)),
      'issueTypes',
    );
  });

  api.platform.get('/issue/createmeta/:idOrKey/issuetypes/:typeId', async call => {
    const project = await findProject(call);
    const types = await projectIssueTypes(call, project);
    const type = types.find(({ id }) => id === call.params.typeId);
    orNotFound(type, `The issue type '${call.params.typeId}' is not of this project.`);
    const fields = await fieldsOf(call, project, true);
    return metaPage(
      call,
      [...fields].map(([fieldId, field]) => ({ ...field, fieldId })),
      'fields',
    );
  });

  api.platform.get('/issue/picker', pickIssues);
}

/** A page of Cloud names its list, one of Data Center has `values`. */
function metaPage(call: Call, all: readonly unknown[], name: string) {
  if (call.flavour === 'data-center') return pageBean(call, all, { standard: 50, max: 200 });
  const { startAt, maxResults } = readWindow(call.query, { standard: 50, max: 200 });
  const values = all.slice(startAt, startAt + maxResults);
  return { startAt, maxResults, total: all.length, [name]: values };
}

/** Every status has a global transition with its own id, as in a simplified workflow; null is the first status. */
export async function findTransition(
  call: Call,
  issue: IssueDocument | null,
  project: Entity,
  id: string | null,
): Promise<Entity> {
  const statuses = await transitionsOf(call, issue, project);
  const found = id === null && !issue ? statuses[0] : statuses.find(status => status.id === id);
  if (found) return found;
  throw new JiraError(
    400,
    `It seems that you have tried to perform an illegal workflow operation.`,
  );
}

async function transitionsOf(call: Call, issue: IssueDocument | null, project: Entity) {
  const current = asText(asObject(issue?.fields.status)?.id);
  return (await projectStatuses(call, project)).filter(({ id }) => id !== current);
}

async function listTransitions(call: Call) {
  const issue = await findIssue(call);
  const statuses = await transitionsOf(call, issue, await findProject(call, issue.projectId));
  const convert = await converterFor(call);
  const withFields = readList(call.query.expand).includes('transitions.fields');
  const transitions = statuses
    .filter(({ id }) => !call.query.transitionId || id === call.query.transitionId)
    .map(status => ({
      id: status.id,
      name: status.name,
      to: shapeListed(call, status, 'status', convert),
      hasScreen: false,
      isGlobal: true,
      isInitial: false,
      isAvailable: true,
      isConditional: false,
      looped: false,
      fields: withFields ? {} : undefined,
    }));
  return { expand: 'transitions', transitions };
}

/** Fields of the create or edit screen by id. */
async function fieldsOf(call: Call, project: Entity, isNew: boolean) {
  const convert = await converterFor(call);
  const fields = (await call.store.catalogue.all('field')).filter(
    field =>
      isEditable(field) &&
      field.id !== 'resolution' &&
      (field.projectId === null || field.projectId === project.id),
  );
  const entries = await Promise.all(
    fields.map(async field => [field.id, await fieldMeta(call, project, field, convert)] as const),
  );
  const place = {
    required: true,
    schema: { type: 'project', system: 'project' },
    name: 'Project',
    key: 'project',
    hasDefaultValue: false,
    operations: ['set'],
    allowedValues: [{ id: project.id, key: project.document.key, name: project.name }],
  };
  return new Map<string, object>(isNew ? [['project', place], ...entries] : entries);
}

async function fieldMeta(call: Call, project: Entity, field: Entity, convert: Converter) {
  const schema = asObject(field.document.schema) ?? {};
  const isUser = schema.type === 'user';
  return {
    required: field.id === 'summary' || field.id === 'issuetype',
    schema,
    name: field.name,
    key: field.id,
    hasDefaultValue: false,
    operations: schema.type === 'array' ? ['add', 'set', 'remove'] : ['set'],
    allowedValues: await allowedValues(call, project, field, convert),
    autoCompleteUrl: isUser
      ? `${call.base}/rest/api/${call.version}/user/assignable/search?project=${project.document.key}&query=`
      : undefined,
  };
}

async function allowedValues(call: Call, project: Entity, { id }: Entity, convert: Converter) {
  if (id === 'issuetype') {
    const types = await projectIssueTypes(call, project);
    return types.map(type => shapeListed(call, type, 'issuetype', convert));
  }
  if (id === 'priority') {
    const priorities = await call.store.catalogue.all('priority');
    return priorities.map(priority => shapeListed(call, priority, 'priority', convert));
  }
  const kind = id === 'components' ? 'component' : /ersions$/.test(id) ? 'version' : null;
  if (!kind) return undefined;
  const own = (await call.store.catalogue.all(kind)).filter(one => one.projectId === project.id);
  return own.map(entity => ({ id: entity.id, name: entity.name }));
}

/** The older form: projects with their types, and with their fields if expanded. */
async function createMeta(call: Call) {
  const { projectIds, projectKeys, issuetypeIds, issuetypeNames, expand } = call.query;
  const isAsked = (asked: unknown, value: unknown) => {
    const list = readList(asked);
    return list.length === 0 || list.includes(String(value));
  };
  const withFields = readList(expand).includes('projects.issuetypes.fields');
  const convert = await converterFor(call);
  const projects = (await call.store.catalogue.all('project')).filter(
    ({ id, document }) => isAsked(projectIds, id) && isAsked(projectKeys, document.key),
  );
  const shape = async (project: Entity) => {
    const key = String(project.document.key);
    const fields = withFields ? await fieldsOf(call, project, true) : undefined;
    const types = (await projectIssueTypes(call, project)).filter(
      ({ id, name }) => isAsked(issuetypeIds, id) && isAsked(issuetypeNames, name),
    );
    return {
      self: `${call.base}/rest/api/${call.version}/project/${project.id}`,
      id: project.id,
      key,
      name: project.name,
      avatarUrls: avatarUrls(call.base, 'project', key, key),
      issuetypes: types.map(type => ({
        ...shapeListed(call, type, 'issuetype', convert),
        expand: fields && 'fields',
        fields: fields && Object.fromEntries(fields),
      })),
    };
  };
  return { expand: 'projects', projects: await Promise.all(projects.map(shape)) };
}

/** Issues by key or by the beginning of words of the summary. */
async function pickIssues(call: Call) {
  const text = String(call.query.query ?? '').trim();
  const within = asText(call.query.currentJQL) ?? '';
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const jql = words.map(word => `summary ~ "${word}*"`).join(' AND ');
  const [named] = text ? await call.store.issues.ids([text]) : [];
  const viewer = { viewer: call.caller, now: call.now() };
  const found =
    text && jql
      ? (await call.store.jql.search({ jql, within, ...viewer, offset: 0, limit: 20 })).ids
      : [];
  const ids = [...new Set([named, ...found])].flatMap(id => id ?? []);
  const issues = (await call.store.issues.documents(ids)).map(({ id, key, fields }) => ({
    id: Number(id),
    key,
    keyHtml: key,
    img: `/replica/issuetype/${encodeURIComponent(String(asObject(fields.issuetype)?.name))}.svg`,
    summary: String(fields.summary),
    summaryText: String(fields.summary),
  }));
  const sub = `Showing ${issues.length} of ${issues.length} matching issues`;
  return { sections: [{ id: 'cs', label: 'Current Search', sub, issues }] };
}
