/** By the nearest issue, at or above each, of the level of an issue type: 'Initiative'. */
export interface LevelGrouping {
  readonly level: string;
}

export const isLevelGrouping = (groupBy: unknown): groupBy is LevelGrouping =>
  typeof groupBy === 'object' && groupBy !== null && 'level' in groupBy;
