import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchAutocompleteData } from '@tallyboard/jira/endpoints/jql.ts';
import type { JqlWords } from '../calls.ts';

/** The fields and functions that the host knows in queries. */
export async function fetchJqlWords(client: JiraClient, signal?: AbortSignal): Promise<JqlWords> {
  const { visibleFieldNames, visibleFunctionNames } = await fetchAutocompleteData(client, signal);
  return {
    fields: visibleFieldNames
      .filter(({ searchable }) => searchable !== 'false')
      .map(({ value, displayName, operators, orderable, auto, types }) => ({
        value,
        label: plain(displayName),
        operators: operators ?? [],
        orderable: orderable === 'true',
        suggests: auto === 'true',
        types: types ?? [],
      })),
    functions: visibleFunctionNames.map(({ value, displayName, isList, types }) => ({
      value,
      label: plain(displayName),
      list: isList === 'true',
      types: types ?? [],
    })),
  };
}

/** Some hosts mark up names with tags. */
const plain = (name: string) => name.replace(/<\/?b>/g, '');
