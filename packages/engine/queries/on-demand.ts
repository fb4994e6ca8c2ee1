/** Calls of forms, popovers and rejected queries, in a chunk of their own. */
export { fetchBoardConfiguration, fetchBoardSprints } from '@tallyboard/jira/endpoints/board.ts';
export { checkJql, explainRefusal, fetchSuggestions } from '@tallyboard/jira/endpoints/jql.ts';
export { describeJqlErrors } from '@tallyboard/jira/jql/error-place.ts';
export { fetchSprints, fetchSprintsIn } from '@tallyboard/jira/load/sprints-in.ts';
export { normalizeSprint } from '@tallyboard/jira/normalize/sprint.ts';
export { boardFilter } from './board-filter.ts';
export { fetchChoices } from './choices.ts';
export { fetchJqlWords } from './jql-words.ts';
export { namesOf } from './names.ts';
export { fetchStatusVisits } from './status-visits.ts';
