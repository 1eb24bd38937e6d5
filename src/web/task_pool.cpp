#include "web/task_pool.hpp"

#include <algorithm>
#include <exception>

#include "messages/say.hpp"
#include "os/threads.hpp"

namespace hexad::web {
namespace {

thread_local const std::atomic<bool>* ends_here = nullptr;
thread_local const std::atomic<bool>* unwanted_here = nullptr;

bool is_set(const std::atomic<bool>* flag) noexcept {
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

std::size_t index(TaskPool::Kind kind) { return static_cast<std::size_t>(kind); }

}  // namespace

bool TaskPool::ending() noexcept { return is_set(ends_here) || is_set(unwanted_here); }

void TaskPool::start() {
  for (std::size_t i = 0; i < kMostOpen.size(); ++i) {
    threads_.emplace_back([this] { run(); });
    name_thread(threads_.back(), "hexad-task");
  }
}

void TaskPool::stop() {
  {
    const std::lock_guard lock{mutex_};
    ends_.store(true, std::memory_order_relaxed);
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

bool TaskPool::add(std::unique_ptr<Task> task) {
  const std::lock_guard lock{mutex_};
  std::size_t& open = open_[index(task->kind)];
  if (open >= kMostOpen[index(task->kind)]) return false;
  ++open;
  sent_.push_back(std::move(task));
  wake_.notify_one();
  return true;
}

bool TaskPool::send(Kind kind, web::ExchangeId exchange, Work work) {
  return add(std::unique_ptr<Task>{new Task{kind, exchange, std::move(work)}});
}

bool TaskPool::send_errand(Kind kind, Errand errand) {
  return add(std::unique_ptr<Task>{new Task{kind, 0, {}, std::move(errand)}});
}

void TaskPool::drop(const std::function<bool(web::ExchangeId)>& awaited) {
  const std::lock_guard lock{mutex_};
  std::erase_if(sent_, [&](const std::unique_ptr<Task>& task) {
    const bool gone = !task->errand && !awaited(task->exchange);
    if (gone) --open_[index(task->kind)];
    return gone;
  });
  for (Task* const task : doing_)
    if (task != nullptr && !task->errand && !awaited(task->exchange))
      task->unwanted.store(true, std::memory_order_relaxed);
}

void TaskPool::answer(web::Server& server) {
  std::vector<std::unique_ptr<Task>> done;
  {
    const std::lock_guard lock{mutex_};
    done.swap(done_);
    for (const auto& task : done) --open_[index(task->kind)];
  }
  for (const auto& task : done)
    task->then ? task->then() : server.answer(task->exchange, std::move(task->response));
}

bool TaskPool::waiting() const {
  const std::lock_guard lock{mutex_};
  return std::any_of(open_.begin(), open_.end(), [](std::size_t count) { return count > 0; });
}

void TaskPool::perform(Task& task) {
  if (task.errand) {
    task.then = task.errand();
    return;
  }
  try {
    task.response = task.work();
  } catch (const std::exception& problem) {
    task.response = web::error(500, messages::say<messages::Id::as_told>(problem.what()));
  }
  task.work = nullptr;
}

void TaskPool::run() {
  ends_here = &ends_;
  give_way();
  std::unique_lock lock{mutex_};
  while (!ends_.load(std::memory_order_relaxed)) {
    const auto next = std::find_if(sent_.begin(), sent_.end(),
                                   [this](const auto& task) { return doing_[index(task->kind)] == nullptr; });
    if (next == sent_.end()) {
      wake_.wait(lock);
      continue;
    }
    std::unique_ptr<Task> task = std::move(*next);
    sent_.erase(next);
    doing_[index(task->kind)] = task.get();
    unwanted_here = &task->unwanted;
    lock.unlock();
    perform(*task);
    lock.lock();
    doing_[index(task->kind)] = nullptr;
    unwanted_here = nullptr;
    done_.push_back(std::move(task));
    wake_.notify_one();  // the next of this kind may have waited for it
  }
}

}  // namespace hexad::web
