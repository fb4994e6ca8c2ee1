export const PERIOD_CHOICES = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
] as const;

export const ORDER_CHOICES = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
] as const;
