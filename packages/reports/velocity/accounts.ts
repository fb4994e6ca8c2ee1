import { isOfAccounts, isUnknownAccount } from '@tallyboard/core/measure/accounts.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { UserId } from '@tallyboard/core/model/ids.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { accountTypes } from '@tallyboard/core/people/account-types.ts';
import { refuseFewAccounts } from '@tallyboard/core/people/few-people.ts';
import { NOBODY_ID, originalIdOf } from '@tallyboard/core/people/folded-user.ts';
import { BY_ASSIGNEE, unclearAccounts } from '@tallyboard/report-kit/figures/account-notes.ts';
import { byPerson, type Part } from './measures.ts';
import type { Summed } from './period-sums.ts';
import type { VelocitySettings } from './settings.ts';

/**
 * The individuals of the chosen accounts, by the account of whom each part belongs to. Periods keep the parts of all. Throws
 * FewPeopleError.
 */
export function ofChosenAccounts(
  dataset: Dataset,
  summed: readonly Summed[],
  { accounts }: VelocitySettings,
  context: Pick<ReportContext, 'people'>,
): { readonly summed: readonly Summed[]; readonly notes: readonly Note[] } {
  if (accounts === 'all') return { summed, notes: [] };
  const types = accountTypes(dataset);
  /** Null for nobody, also where people are put together. */
  const accountOf = ({ assignee }: Part) => {
    const id = assignee ? originalIdOf(assignee) : NOBODY_ID;
    return id === NOBODY_ID ? null : { id: id as UserId, accountType: types.get(id) ?? null };
  };
  const parts = summed.flatMap(each => each.parts);
  refuseFewAccounts(
    context.people,
    accounts,
    parts.flatMap(part => accountOf(part) ?? []),
  );
  const rowsOf = (holds: (part: Part) => boolean) =>
    Uint32Array.from(new Set(parts.filter(holds).map(({ row }) => row))).sort();
  return {
    summed: summed.map(each => ({
      ...each,
      people: byPerson(each.parts.filter(part => isOfAccounts(accountOf(part), accounts))),
    })),
    notes: unclearAccounts(
      accounts,
      {
        unknown: rowsOf(part => isUnknownAccount(accountOf(part), accounts)),
        nobody: rowsOf(part => accountOf(part) === null),
      },
      'assignee',
      BY_ASSIGNEE,
    ),
  };
}
