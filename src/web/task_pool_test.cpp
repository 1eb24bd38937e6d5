#include "web/task_pool.hpp"

#include <gtest/gtest.h>

#include <future>

namespace hexad::web {
namespace {

using Kind = TaskPool::Kind;

TEST(TaskPool, EachKindHasItsOwnPlacesAndWaitsForNoOther) {
  TaskPool pool;
  pool.start();
  std::promise<void> gate;
  const std::shared_future<void> open = gate.get_future().share();
  const auto waits = [open] {
    open.wait();
    return web::Response{};
  };
  EXPECT_TRUE(pool.send(Kind::search, 1, waits));
  EXPECT_TRUE(pool.send(Kind::search, 2, waits));
  EXPECT_FALSE(pool.send(Kind::search, 3, waits)) << "two may be open";
  for (web::ExchangeId id = 10; id < 14; ++id) EXPECT_TRUE(pool.send(Kind::board, id, waits));
  EXPECT_FALSE(pool.send(Kind::board, 14, waits));
  std::promise<void> done;
  EXPECT_TRUE(pool.send(Kind::files, 20, [&done] {
    done.set_value();
    return web::Response{};
  }));
  done.get_future().wait();  // though searches and boards hang
  EXPECT_TRUE(pool.waiting());
  gate.set_value();
}

TEST(TaskPool, WhatNobodyWaitsForAnyMoreKeepsNoPlace) {
  TaskPool pool;
  pool.start();
  std::promise<void> gate;
  std::promise<void> begun;
  const std::shared_future<void> open = gate.get_future().share();
  EXPECT_TRUE(pool.send(Kind::search, 1, [&begun, open] {
    begun.set_value();
    open.wait();
    return web::Response{};
  }));
  begun.get_future().wait();
  std::atomic<bool> orphan_done{false};
  EXPECT_TRUE(pool.send(Kind::search, 2, [&] {
    orphan_done = true;
    return web::Response{};
  }));
  const auto next = [] { return web::Response{}; };
  pool.drop([](web::ExchangeId) { return true; });
  EXPECT_FALSE(pool.send(Kind::search, 3, next)) << "both are waited for";
  pool.drop([](web::ExchangeId id) { return id != 2; });
  std::promise<void> done;
  EXPECT_TRUE(pool.send(Kind::search, 3, [&done] {
    done.set_value();
    return web::Response{};
  }));
  gate.set_value();
  done.get_future().wait();
  EXPECT_FALSE(orphan_done);
}

TEST(TaskPool, WorkThatNobodyWaitsForAnyMoreIsToldToEndAndNoOther) {
  TaskPool pool;
  pool.start();
  std::promise<void> begun;
  std::promise<void> ended;
  std::promise<void> stays_begun;
  std::atomic<bool> stays_told{false};
  std::atomic<bool> leave{false};
  std::atomic<int> looks{0};
  EXPECT_TRUE(pool.send(Kind::search, 1, [&] {
    begun.set_value();
    while (!TaskPool::ending()) std::this_thread::yield();
    ended.set_value();
    return web::Response{};
  }));
  EXPECT_TRUE(pool.send(Kind::files, 2, [&] {
    stays_begun.set_value();
    for (; !leave; ++looks) stays_told = stays_told || TaskPool::ending();
    return web::Response{};
  }));
  begun.get_future().wait();
  stays_begun.get_future().wait();
  pool.drop([](web::ExchangeId id) { return id != 1; });
  ended.get_future().wait();
  // The thread that gave up does the next one to its end.
  std::promise<bool> next;
  EXPECT_TRUE(pool.send(Kind::search, 3, [&] {
    next.set_value(TaskPool::ending());
    return web::Response{};
  }));
  EXPECT_FALSE(next.get_future().get());
  for (const int before = looks; looks < before + 2;) std::this_thread::yield();  // it has looked since
  EXPECT_FALSE(stays_told);
  leave = true;
}

TEST(TaskPool, OneOfAKindIsDoneAtATime) {
  TaskPool pool;
  pool.start();
  std::atomic<int> at_once{0};
  std::atomic<int> most{0};
  std::atomic<int> count{0};
  std::promise<void> all;
  for (web::ExchangeId id = 0; id < 8; ++id)
    EXPECT_TRUE(pool.send(Kind::files, id, [&] {
      most = std::max(most.load(), ++at_once);
      std::this_thread::yield();
      --at_once;
      if (++count == 8) all.set_value();
      return web::Response{};
    }));
  all.get_future().wait();
  EXPECT_EQ(most, 1);
}

TEST(TaskPool, WhoeverWorksLongIsToldThatItEnds) {
  TaskPool pool;
  pool.start();
  std::promise<void> begun;
  EXPECT_TRUE(pool.send(Kind::search, 1, [&begun] {
    begun.set_value();
    while (!TaskPool::ending()) std::this_thread::yield();
    return web::Response{};
  }));
  begun.get_future().wait();
  pool.stop();
  EXPECT_FALSE(TaskPool::ending()) << "this thread goes on";
}

}  // namespace
}  // namespace hexad::web
