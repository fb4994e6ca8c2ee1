import type { Entity } from '../../data/entity.ts';
import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { asObject, asText } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { isAsked, namedPage, pageBean, readList } from '../paging.ts';
import { avatarUrls } from '../pictures.ts';
import { entitiesOf, findProject } from './entities.ts';
import { shapeListed } from './entity-lists.ts';
import { isEditable } from './field-values.ts';
import { findIssue } from './issue.ts';
import { projectIssueTypes, projectStatuses } from './project.ts';

/** What clients ask before they write: transitions, fields and their allowed values. */
export function issueMeta(api: Api): void {
  api.platform.get('/issue/:idOrKey/transitions', listTransitions);

  api.platform.get('/issue/:idOrKey/editmeta', async call => {
    const { projectId } = await findIssue(call);
    return { fields: Object.fromEntries(fieldsOf(call, findProject(call, projectId))) };
  });

  api.platform.get('/issue/createmeta', createMeta);

  api.platform.get('/issue/createmeta/:idOrKey/issuetypes', call => {
    return metaPage(call, 'issueTypes', listedTypes(call, findProject(call)));
  });

  api.platform.get('/issue/createmeta/:idOrKey/issuetypes/:typeId', call => {
    const project = findProject(call);
    const type = projectIssueTypes(call, project).find(({ id }) => id === call.params.typeId);
    orNotFound(type, `The issue type '${call.params.typeId}' is not of this project.`);
    const fields = newFieldsOf(call, project).map(([fieldId, field]) => ({ ...field, fieldId }));
    return metaPage(call, 'fields', fields);
  });

  api.platform.get('/issue/picker', pickIssues);
}

const listedTypes = (call: Call, project: Entity) =>
  projectIssueTypes(call, project).map(type => shapeListed(call, type, 'issuetype'));

/** A page of Cloud names its list, one of Data Center has `values`. */
const metaPage = (call: Call, name: string, all: readonly unknown[]) =>
  call.isCloud ? namedPage(call, name, all, 200) : pageBean(call, all, 200);

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
    'It seems that you have tried to perform an illegal workflow operation.',
  );
}

async function transitionsOf(call: Call, issue: IssueDocument | null, project: Entity) {
  const current = asText(asObject(issue?.fields.status)?.id);
  return (await projectStatuses(call, project)).filter(({ id }) => id !== current);
}

async function listTransitions(call: Call) {
  const issue = await findIssue(call);
  const { transitionId, expand } = call.query;
  const statuses = await transitionsOf(call, issue, findProject(call, issue.projectId));
  const transitions = statuses
    .filter(({ id }) => !transitionId || id === transitionId)
    .map(status => ({
      id: status.id,
      name: status.name,
      to: shapeListed(call, status, 'status'),
      hasScreen: false,
      isGlobal: true,
      isInitial: false,
      isAvailable: true,
      isConditional: false,
      looped: false,
      fields: readList(expand).includes('transitions.fields') ? {} : undefined,
    }));
  return { expand: 'transitions', transitions };
}

/** Fields of the edit screen by id. */
function fieldsOf(call: Call, project: Entity) {
  const fields = call
    .all('field')
    .filter(
      field =>
        isEditable(field) &&
        field.id !== 'resolution' &&
        (field.projectId === null || field.projectId === project.id),
    );
  return fields.map((field): [string, object] => {
    const schema = asObject(field.document.schema) ?? {};
    const users = `user/assignable/search?project=${project.document.key}&query=`;
    const meta = {
      required: field.id === 'summary' || field.id === 'issuetype',
      schema,
      name: field.name,
      key: field.id,
      hasDefaultValue: false,
      operations: schema.type === 'array' ? ['add', 'set', 'remove'] : ['set'],
      allowedValues: allowedValues(call, project, field.id),
      autoCompleteUrl: schema.type === 'user' ? call.address(users) : undefined,
    };
    return [field.id, meta];
  });
}

/** Fields of the create screen by id. */
function newFieldsOf(call: Call, project: Entity): [string, object][] {
  const place = {
    required: true,
    schema: { type: 'project', system: 'project' },
    name: 'Project',
    key: 'project',
    hasDefaultValue: false,
    operations: ['set'],
    allowedValues: [{ id: project.id, key: project.document.key, name: project.name }],
  };
  return [['project', place], ...fieldsOf(call, project)];
}

function allowedValues(call: Call, project: Entity, fieldId: string) {
  if (fieldId === 'issuetype') return listedTypes(call, project);
  if (fieldId === 'priority')
    return call.all('priority').map(priority => shapeListed(call, priority, 'priority'));
  const kind = fieldId === 'components' ? 'component' : /ersions$/.test(fieldId) ? 'version' : null;
  return kind ? entitiesOf(call, kind, project).map(({ id, name }) => ({ id, name })) : undefined;
}

/** The older form: projects with their types, and with their fields if expanded. */
function createMeta(call: Call) {
  const { projectIds, projectKeys, issuetypeIds, issuetypeNames, expand } = call.query;
  const withFields = readList(expand).includes('projects.issuetypes.fields');
  const projects = call
    .all('project')
    .filter(({ id, document }) => isAsked(projectIds, id) && isAsked(projectKeys, document.key));
  const shape = (project: Entity) => {
    const key = String(project.document.key);
    const fields = withFields ? Object.fromEntries(newFieldsOf(call, project)) : undefined;
    const types = projectIssueTypes(call, project).filter(
      ({ id, name }) => isAsked(issuetypeIds, id) && isAsked(issuetypeNames, name),
    );
    return {
      self: call.address(`project/${project.id}`),
      id: project.id,
      key,
      name: project.name,
      avatarUrls: avatarUrls(call.base, 'project', key, key),
      issuetypes: types.map(type => ({
        ...shapeListed(call, type, 'issuetype'),
        expand: fields && 'fields',
        fields,
      })),
    };
  };
  return { expand: 'projects', projects: projects.map(shape) };
}

/** Issues by key or by the beginning of words of the summary. */
async function pickIssues(call: Call) {
  const text = String(call.query.query ?? '').trim();
  const within = asText(call.query.currentJQL) ?? '';
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const jql = words.map(word => `summary ~ "${word}*"`).join(' AND ');
  const [named] = text ? await call.store.issues.ids([text]) : [];
  const request = { jql, within, ...call.scope, offset: 0, limit: 20 };
  const found = jql ? (await call.store.jql.search(request)).ids : [];
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
