/** Which accounts assignees of earlier times have. */
import {
  type AccountChoice,
  isOfAccounts,
  isUnknownAccount,
} from '@tallyboard/core/measure/accounts.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { UserId } from '@tallyboard/core/model/ids.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { accountTypes } from '@tallyboard/core/people/account-types.ts';
import { refuseFewAccounts } from '@tallyboard/core/people/few-people.ts';
import { NOBODY_ID, originalIdOf } from '@tallyboard/core/people/folded-user.ts';
import { BY_ASSIGNEE, unclearAccounts } from '../../figures/account-notes.ts';

/** An assignee as histories name them: by id and name, without the type of the account. */
type Holder = Parameters<typeof originalIdOf>[0] | null;

export interface HeldWork {
  readonly row: number;
  readonly assignee: Holder;
}

/** Whether the holders have accounts of the choice, and what cannot be told. Throws FewPeopleError. */
export function holderAccounts(
  dataset: Dataset,
  choice: AccountChoice,
  { people }: Pick<ReportContext, 'people'>,
  works: () => readonly HeldWork[],
): { readonly isChosen: (holder: Holder) => boolean; readonly notes: readonly Note[] } {
  if (choice === 'all') return { isChosen: () => true, notes: [] };
  const types = accountTypes(dataset);
  /** Null for nobody, also where people are put together. */
  const accountOf = (holder: Holder) => {
    const id = holder ? originalIdOf(holder) : NOBODY_ID;
    return id === NOBODY_ID ? null : { id: id as UserId, accountType: types.get(id) ?? null };
  };
  const held = works();
  refuseFewAccounts(
    people,
    choice,
    held.flatMap(({ assignee }) => accountOf(assignee) ?? []),
  );
  const rowsOf = (holds: (holder: Holder) => boolean) =>
    Uint32Array.from(
      new Set(held.flatMap(({ row, assignee }) => (holds(assignee) ? row : []))),
    ).sort();
  return {
    isChosen: holder => isOfAccounts(accountOf(holder), choice),
    notes: unclearAccounts(
      choice,
      {
        unknown: rowsOf(holder => isUnknownAccount(accountOf(holder), choice)),
        nobody: rowsOf(holder => accountOf(holder) === null),
      },
      'assignee',
      BY_ASSIGNEE,
    ),
  };
}
