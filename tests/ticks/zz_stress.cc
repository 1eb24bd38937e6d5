#include <cstdio>
#include <random>
#include "core/bench.hpp"
#include "drill/observer.hpp"
using namespace hexad; using namespace hexad::testing;
int main(int argc,char**argv){
  std::mt19937_64 r{argc>2?std::strtoull(argv[2],nullptr,10):1};
  auto u=[&](double a,double b){return std::uniform_real_distribution<double>{a,b}(r);};
  int n=argc>3?atoi(argv[3]):200, bad=0;
  for(int k=0;k<n;++k){
    Bench b{controller::Initial::neutral,argv[1]};
    drill::Observer o{b.machine,b.period,{{},false}};
    std::vector<Request> asked; Feedback shown=b.feedback;
    auto tick=[&]{ asked=b.queued; shown=b.feedback; b.tick();
      drill::Tick t{b.now-b.period,asked,&shown,b.out,&b.plant->true_extension(),true,0,false}; o.observe(t); };
    tick();
    Sine s; s.convention=kXyzConvention;
    for(int i=0;i<6;++i) if(u(0,1)<0.5){ s.amplitude[i]=(i<3?0.2:0.25)*u(-1,1); s.frequency[i]=std::exp(u(std::log(0.1),std::log(5.0))); s.phase[i]=u(0,6);}
    b.ask(kDesk,kOperator,s);
    int run=(int)u(200,3000); for(int i=0;i<run;++i) tick();
    int before=(int)o.violations().size();
    b.ask({0,kDesk,b.now,&kOperator,1,u(0,1)<0.5?Control::hold:Control::stop});
    for(int i=0;i<600;++i) tick();
    if((int)o.violations().size()>before){ ++bad; std::printf("case %d run %d:",k,run); for(auto&v:o.violations()) std::printf(" I%d at %llu %s;",v.invariant,(unsigned long long)v.tick,v.text.c_str()); std::printf("\n"); }
  }
  std::printf("%s: %d of %d\n",argv[1],bad,n);
}
