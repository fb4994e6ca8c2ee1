const PEOPLE = ['assignee', 'reporter', 'creator'] as const;

/** The grouping, if its groups are people. */
export const personGrouping = (groupBy: unknown) => PEOPLE.find(each => each === groupBy);
