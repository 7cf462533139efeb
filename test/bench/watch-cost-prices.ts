/**
 * Dollars in us-east-1, without free tiers and discounts of volume, noted in November 2026 from the lists
 * named with each. What is not here is not counted: storage (1 million watches are about 3 GB, under $1), the
 * network, START and REPORT lines.
 */
export const PRICES = {
  /**
   * DynamoDB on demand, a million request units (aws.amazon.com/dynamodb/pricing/on-demand; halved on
   * 2024-11-01).
   */
  readUnits: 0.125,
  writeUnits: 0.625,
  /** SQS standard, a million requests of up to 64 KB (aws.amazon.com/sqs/pricing). */
  queueRequests: 0.4,
  /**
   * Lambda, a million requests, and a GB-second on arm64 in its first tier (aws.amazon.com/lambda/pricing).
   */
  invocations: 0.2,
  gbSecond: 0.0000133334,
  /** EventBridge: scheduled rules on the default bus cost nothing (aws.amazon.com/eventbridge/pricing). */
  scheduledRule: 0,
  /**
   * CloudWatch, a GB of Lambda's logs taken in, first tier of 10 TB (aws.amazon.com/cloudwatch/pricing; tiers
   * since 2025-05-01).
   */
  logGigabyte: 0.5,
  /** KMS, a million requests with a symmetric key, listed as $0.03 a 10,000 (aws.amazon.com/kms/pricing). */
  keyOperations: 3,
} as const;
