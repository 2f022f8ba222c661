/** The two things a suite needs from a test runner; vitest's and node:test's fit. */
export interface TestApi {
  test(name: string, run: () => Promise<void>): void;
  expect(value: unknown): {
    toEqual(expected: unknown): void;
    toBe(expected: unknown): void;
    toMatchObject(expected: object): void;
    rejects: { toMatchObject(expected: object): Promise<void> };
  };
}
